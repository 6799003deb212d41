export const REASON_LIMITS = { required: 'Say why.', max: [500, 'Use at most 500 characters.'] } as const
