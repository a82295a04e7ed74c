import { MaestroError } from '../core/error.ts'
import { VERSION } from '../core/version.gen.ts'
import { PACK_HELP } from './help.ts'
import { type Io, run } from './io.ts'

/** `maestro-pack`: says what there is; commands come with the compiler. */
export const maestroPack = (argv: readonly string[], io: Io): Promise<number> =>
  run(io, async () => {
    const [first] = argv
    if (first === '--version' || first === '-v') io.out(`${VERSION}\n`)
    else if (first === undefined || first === '--help' || first === '-h') io.out(PACK_HELP)
    else throw new MaestroError('bad-option', `There is no command “${first}” yet.`, 'See maestro-pack --help.')
    return 0
  })
