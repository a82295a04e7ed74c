import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MaestroError } from '../core/error.ts'
import { filesBelow } from './folder.ts'

/** The files of a template that this installation brings along. */
export function readTemplate(id: string): { path: string; text: string }[] {
  const folder = [join(import.meta.dirname, '..'), join(import.meta.dirname, '..', '..')]
    .map(root => join(root, 'templates', id))
    .find(path => existsSync(path))
  if (!folder)
    throw new MaestroError('broken-installation', `The template “${id}” is missing.`, 'Install maestro-pack again.')
  return filesBelow(folder).map(path => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
