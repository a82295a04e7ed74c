import { join } from 'node:path'
import { plural } from '../../core/counts.ts'
import { MaestroError } from '../../core/error.ts'
import { ownedBy } from '../../emit/install.ts'
import { openInstall } from '../../host/install.ts'
import { titleOf } from './build.ts'
import { defineCommand } from './command.ts'
import { onePlatform } from './install.ts'
import { PLACE_FLAGS, placeOf } from './place.ts'

export default defineCommand({
  name: 'uninstall',
  usage: '--platform P',
  summary:
    'Removes what “install” put there, nothing else, and puts back what it had to move aside. Edited files stay.',
  flags: { ...PLACE_FLAGS, 'dry-run': { help: 'say what would be done, change nothing' } },

  async run(given, io) {
    const platform = onePlatform(given)
    const { base } = placeOf(given, platform, io)
    const folder = openInstall(base)
    const { record } = folder
    if (!record)
      throw new MaestroError('not-installed', `Nothing is installed in “${base}”.`, 'Name the place as for “install”.')
    if (record.platform !== platform)
      throw new MaestroError(
        'not-installed',
        `“${base}” holds the bundle of another client (${record.platform}).`,
        `Write “--platform ${record.platform}”.`,
      )
    const owned = ownedBy(record, folder.disk)
    const edited: string[] = []
    let removed = 0
    for (const [path, { sha256: hash, backup }] of Object.entries(owned)) {
      const is = folder.disk(path)
      const isEdited = is !== undefined && is !== hash
      if (isEdited) edited.push(path)
      else if (is !== undefined) removed++
      if (given.on.has('dry-run')) {
        if (is !== undefined) io.out(`${isEdited ? 'keep  ' : 'remove'}  ${join(base, path)}\n`)
        continue
      }
      if (is !== undefined && !isEdited) folder.remove(path)
      if (backup && !isEdited && folder.disk(backup) !== undefined) folder.restore(backup, path)
    }
    if (given.on.has('dry-run')) return 0
    folder.forget([...record.folders])
    io.out(`${plural(removed, 'file')} of ${titleOf(platform)} removed from ${base}.\n`)
    for (const path of edited) {
      const { backup } = owned[path]!
      io.out(
        `Kept, because it was edited: ${join(base, path)}${backup ? ` (yours of before: ${join(base, backup)})` : ''}\n`,
      )
    }
    return 0
  },
})
