export type StreamPart = { retry?: number; event?: string; id?: string; data?: string }

/** The parts of a stream of server-sent events, including empty ones, which show that the line is alive. */
export async function* readEvents(body: ReadableStream<BufferSource>, signal: AbortSignal): AsyncGenerator<StreamPart> {
  let waiting = ''
  const reader = body.pipeThrough(new TextDecoderStream(), { signal }).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (waiting + value).split('\n\n')
    waiting = parts.pop() ?? ''
    for (const part of parts) yield partOf(part)
  }
}

function partOf(text: string) {
  const part: StreamPart = {}
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name === 'retry') part.retry = Number(value)
    else if (name === 'event' || name === 'id' || name === 'data') part[name] = value
  }
  return part
}
