import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Answer = { code: number; words: string } | null
const errorOf = (given: Answer) => given && Object.assign(new Error(given.words), { responseCode: given.code })

/** A mail server that keeps what it receives. `answer` makes it refuse. */
export async function startSmtp() {
  const answer: { recipient: Answer; content: Answer; signIn: Answer } = {
    recipient: null,
    content: null,
    signIn: null,
  }
  const received: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(errorOf(answer.signIn), { user: 'slide' }),
    onRcptTo: (_address, _session, done) => done(errorOf(answer.recipient)),
    onData: (stream, session, done) =>
      void text(stream).then((raw) => {
        if (!answer.content) received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done(errorOf(answer.content))
      }),
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    answer,
    received,
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}

/** One part of a message as its reader has it: quoted-printable, or plain lines. */
export function partOf(raw: string, type: string) {
  const boundary = /boundary="(.+?)"/.exec(raw)?.[1] ?? ''
  const part = raw.split(`--${boundary}`).find((piece) => piece.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const lines = body.join('\r\n\r\n').replace(/\r\n$/, '')
  if (/base64/.test(head)) return Buffer.from(lines, 'base64').toString()
  const bytes = /quoted-printable/.test(head)
    ? lines
        .replaceAll('=\r\n', '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : lines
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}
