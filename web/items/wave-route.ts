/** The call for the waveform of each kind. */
export const waveRoute = {
  BEAT: 'GET /beats/:id/wave',
  PACK: 'GET /packs/:id/wave',
  KIT: 'GET /kits/:id/wave',
} as const
