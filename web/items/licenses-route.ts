/** The call for the licences of each kind. */
export const licensesRoute = {
  BEAT: 'GET /beats/:id/licenses',
  PACK: 'GET /packs/:id/licenses',
  KIT: 'GET /kits/:id/licenses',
} as const
