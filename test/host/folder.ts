import { createFixture, type FsFixture } from 'fs-fixture'
import { afterEach } from 'vitest'

const made: FsFixture[] = []
afterEach(async () => {
  for (const fixture of made.splice(0)) await fixture.rm()
})

/** A folder of files that is gone after the test. */
export async function folder(files: Parameters<typeof createFixture>[0] = {}): Promise<string> {
  const fixture = await createFixture(files)
  made.push(fixture)
  return fixture.path.replace(/[/\\]$/, '')
}

export const CLEAN =
  '---\nname: review\ndescription: Reviews a change. Use when a diff is ready.\n---\n\n# Review\n\nRead the diff.\n'

/** Its description is no YAML; the fix quotes it. */
export const REPAIRABLE = '---\nname: review\ndescription: Reviews: a change\n---\n\n# Review\n'
export const REPAIRED = '---\nname: review\ndescription: "Reviews: a change"\n---\n\n# Review\n'
