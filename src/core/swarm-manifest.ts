/** What a command of a swarm controller takes, prints and writes. */
export interface ControllerCommand {
  /** Flags besides the global ones. */
  flags: readonly string[]
  required: readonly string[]
  /** Keys of the object that it prints. */
  output: readonly string[]
  /** Files of the session that it writes, as `SWARM_FILES` has them. */
  writes: readonly string[]
}

/** A swarm controller as data: what the `swarm/*` rules hold command lines, outputs and configurations to. */
export interface ControllerManifest {
  /** The file that is run. */
  name: 'aco.py' | 'aco.mjs'
  /** Flags that belong to no command. */
  globals: readonly string[]
  /** Whether the global flags must stand before the command, and those of a command behind it. */
  isOrdered: boolean
  /** Flags without a value. */
  switches: readonly string[]
  /** Commands that need no session. */
  sessionless: readonly string[]
  commands: Readonly<Record<string, ControllerCommand>>
  /** Keys of every printed object besides those of its command. */
  always: readonly string[]
  /** Keys inside printed objects, by command and key: `converged.metrics`. */
  inner: Readonly<Record<string, readonly string[]>>
  /** Keys of the configuration by section, as dotted paths; a section that is not listed may hold anything. */
  config: Readonly<Record<string, readonly string[]>>
  /** Values of settings by dotted path. */
  values: Readonly<Record<string, readonly string[]>>
  /** Files of the `scripts` folder that belong to it. */
  scripts: readonly string[]
}
