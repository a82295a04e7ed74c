import { Fault } from '../aco/fault.ts'

/** Something that is wrong with a table. */
export interface Problem {
  code: string
  message: string
  line?: number
  id?: string
  column?: string
}

/** Problems that are told one by one; a table may have one per row. */
const MOST = 100

/** Problems as they are found: the first ones, and how many there are. */
export interface Problems {
  list: Problem[]
  count: number
  tell(code: string, message: string, more?: Omit<Problem, 'code' | 'message'>): void
}

export function problems(): Problems {
  const found: Problems = {
    list: [],
    count: 0,
    tell(code, message, more = {}) {
      found.count++
      if (found.list.length < MOST) found.list.push({ code, message, ...more })
    },
  }
  return found
}

/** The fault that a table’s problems are. */
export function tableFault(path: string, { list, count }: Problems): Fault {
  const [{ line, message }] = list as [Problem]
  const more = count > 1 ? ` (and ${count - 1} more)` : ''
  return new Fault('E_TABLE', `${path}${line === undefined ? '' : `:${line}`}: ${message}${more}`, 2, {
    path,
    count,
    problems: list,
  })
}
