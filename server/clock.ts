/** The only source of the time, so that tests can walk through months. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
