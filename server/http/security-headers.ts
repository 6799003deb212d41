import helmet from 'helmet'
import type { Config } from '#server/config.ts'

export const securityHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  helmet({
    // for everything except pages, which have a policy of their own
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
