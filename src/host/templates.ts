import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MaestroError } from '../core/error.ts'
import { filesBelow } from './folder.ts'
import { packageRoot } from './sources.ts'

/** The files of a template that this installation brings along. */
export function readTemplate(id: string): { path: string; text: string }[] {
  const folder = join(packageRoot(), 'templates', id)
  if (!existsSync(folder))
    throw new MaestroError('broken-installation', `The template “${id}” is missing.`, 'Install maestro-pack again.')
  return filesBelow(folder).map(path => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
