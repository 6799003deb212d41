/** The only source of the current time, so that tests can move it by months. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
