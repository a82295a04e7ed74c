/**
 * An error that the user can repair; everything else is a bug and keeps its stack.
 *
 * `message` is one plain sentence, `hint` says what to write instead.
 */
export class MaestroError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'MaestroError'
    this.code = code
    this.hint = hint
  }
}
