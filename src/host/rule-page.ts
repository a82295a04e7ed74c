import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MaestroError } from '../core/error.ts'
import { packageRoot } from './sources.ts'

/** The page of a rule that this installation brings along, without the mark of what wrote it. */
export function readRulePage(id: string): string {
  const file = join(packageRoot(), 'docs', 'rules', `${id}.md`)
  if (!existsSync(file))
    throw new MaestroError('broken-installation', `The page of “${id}” is missing.`, 'Install maestro-pack again.')
  return readFileSync(file, 'utf8').replace(/^<!--.*-->\n\n/, '')
}
