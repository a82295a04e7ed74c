import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** The Chromium of this machine: `CHROMIUM_PATH`, else what is on PATH; nothing where there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH']
  const endings = process.platform === 'win32' ? ['.exe'] : ['']
  const files = (env['PATH'] ?? '')
    .split(delimiter)
    .flatMap(dir => NAMES.flatMap(name => endings.map(ending => join(dir, name + ending))))
  return files.find(file => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
