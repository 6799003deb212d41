/** A fault that the operator can repair. It is printed as one sentence without a stack. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
}

/** Sentences for system errors during the start. */
export function explain(error: unknown, { dataDir, host, port }: { dataDir: string; host: string; port: number }) {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken. Stop what listens there, or set PORT to another.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Set HOST to one that it has.`
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`
  if (code === 'ENOSPC') return `The disk that holds ${dataDir} is full. Free some room and start again.`
  // mkdir with parents says ENOENT where the disk is read-only
  const isNotMade = code === 'ENOENT' && syscall === 'mkdir'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || isNotMade)
    return `${path ?? dataDir} is not writable. Set DATA_DIR to a folder that is.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${dataDir} is not a folder. Set DATA_DIR to one.`
  return null
}
