import helmet from 'helmet'
import type { Config } from '#server/config.ts'

export const securityHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  helmet({
    // pages bring their own; what else is opened in a window may do nothing
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
