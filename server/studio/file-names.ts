const ENDING = /\.[^./]+$/

export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const endingOf = (path: string) => (ENDING.exec(fileNameOf(path))?.[0] ?? '').slice(1).toLowerCase()
