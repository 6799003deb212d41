/** A message of the demo. Those of `Admin` are written by the house keeper. */
export type DemoMessage = { from: string; to: string; hoursAgo: number; body: string; shares?: string }

const between = (
  one: string,
  other: string,
  ...said: [speaker: 0 | 1, hoursAgo: number, body: string, shares?: string][]
) =>
  said.map(([speaker, hoursAgo, body, shares]): DemoMessage => {
    const [from, to] = speaker === 0 ? [one, other] : [other, one]
    return { from, to, hoursAgo, body, ...(shares && { shares }) }
  })

/** Conversations that people who try the demo accounts find. In the order of time, as a list of them shows the last first. */
export const MESSAGES: DemoMessage[] = [
  ...between(
    'VerseTwo',
    'ColdHarbour',
    [0, 74, 'Is the exclusive of this one still open?', 'Stairwell Sermon'],
    [1, 73, 'It is. Leases that were sold before stay valid, that is all.'],
    [0, 50, 'Good. I record on Friday and decide then.'],
    [1, 2, 'I bounced the stems once more, with the choir on its own.'],
  ),
  ...between(
    'PitkinSound',
    'ColdHarbour',
    [0, 30, 'Half UK, half Brooklyn, 142. Are you in?'],
    [1, 29, 'Send me the drums.'],
    [0, 5, 'On their way. This is the feeling:', 'No Sleep on Pitkin'],
  ),
  ...between(
    'VerseTwo',
    'Admin',
    [0, 120, 'My license shows a name that I no longer use. Can that be changed?'],
    [1, 118, 'New licenses carry the name that your account has now. Earlier ones stay as they were signed.'],
  ),
  ...between('FirstTake', 'Admin', [0, 20, 'How long does the first review take?']),
].toSorted((one, other) => other.hoursAgo - one.hoursAgo)
