import { Fault } from './fault.ts'

/** What the system refuses, in words. */

/** What the system’s errors mean. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EAGAIN: 'it is not ready',
  EBUSY: 'it is in use',
  EDQUOT: 'the quota of the disk is used up',
  EEXIST: 'it exists already',
  EFBIG: 'files may not be that large here',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'it does not exist',
  ENOMEM: 'there is no memory left',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  ENOTEMPTY: 'the folder is not empty',
  ENXIO: 'nothing is at its other end',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
  ESTALE: 'the network file system has lost it',
  ETIMEDOUT: 'the disk does not answer',
  EXDEV: 'it lies on another disk',
}

/** What an error of the system means, in words, with its code. */
export const inWords = (error: unknown): string => {
  const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException
  return `${WORDS[code] ?? message} (${code})`
}

/** A fault for an error of the file system: `what` could not be done. */
export const ioFault = (error: unknown, what: string, path = (error as NodeJS.ErrnoException).path) => {
  const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException
  return new Fault(`E_IO_${code}`, `cannot ${what}: ${inWords(error)}`, 1, path === undefined ? undefined : { path })
}

/** Whether an error says that there is nothing; no path holds a null character. */
export const isNothing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'ERR_INVALID_ARG_VALUE'].includes((error as NodeJS.ErrnoException).code ?? '')
