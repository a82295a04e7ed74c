/** Something that ends a command: its code goes to stdout, its exit status is 1 (runtime) or 2 (config, usage). */
export class Fault extends Error {
  readonly code: string
  readonly exit: 1 | 2
  readonly details: unknown

  constructor(code: string, message: string, exit: 1 | 2, details?: unknown) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.exit = exit
    this.details = details
  }
}

/** Something that a command got over. */
export interface Warning {
  code: string
  message: string
  [key: string]: unknown
}
