import { readStored, textFrom, writeStored } from '#web/stored.ts'

const KEY = 'slide.payment-failure'

/** Leaves the sentence of a failed payment for the checkout, which may be another document. Null takes it away. */
export const leaveFailure = (sentence: string | null) => void writeStored(KEY, sentence, 'tab')

export const leftFailure = () => textFrom(readStored(KEY, 'tab'))
