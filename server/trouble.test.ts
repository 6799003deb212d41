import { expect, test } from 'vitest'
import { explain } from './trouble.ts'

const settings = { dataDir: '/srv/slide', host: '127.0.0.1', port: 80 }

test.each([
  [{ code: 'EADDRINUSE' }, 'Port 80 on 127.0.0.1 is taken. Stop what listens there, or set PORT to another.'],
  [{ code: 'EADDRNOTAVAIL' }, 'This machine has no address 127.0.0.1. Set HOST to one that it has.'],
  [{ code: 'EACCES', syscall: 'listen' }, 'Port 80 may not be opened by this user. Set PORT to one above 1023.'],
  [{ code: 'EACCES', path: '/srv/slide/x' }, '/srv/slide/x is not writable. Set DATA_DIR to a folder that is.'],
  [{ code: 'EROFS' }, '/srv/slide is not writable. Set DATA_DIR to a folder that is.'],
  [
    { code: 'ENOENT', syscall: 'mkdir', path: '/srv/slide' },
    '/srv/slide is not writable. Set DATA_DIR to a folder that is.',
  ],
  [{ code: 'ENOENT', syscall: 'open', path: '/srv/slide/x' }, null],
  [{ code: 'EPERM' }, '/srv/slide is not writable. Set DATA_DIR to a folder that is.'],
  [{ code: 'ENOSPC' }, 'The disk that holds /srv/slide is full. Free some room and start again.'],
  [{ code: 'ENOTDIR' }, '/srv/slide is not a folder. Set DATA_DIR to one.'],
  [{ code: 'EEXIST' }, '/srv/slide is not a folder. Set DATA_DIR to one.'],
  [{ code: 'EWHATEVER' }, null],
  [{}, null],
])('%j', (error, sentence) => {
  expect(explain(Object.assign(new Error('refused'), error), settings)).toBe(sentence)
})
