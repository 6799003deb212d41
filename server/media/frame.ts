/**
 * Messages between a job's parent and its child: a line of JSON, then the bytes that it refers to. JSON, because a
 * child that has read a hostile file must not decide which objects its parent constructs.
 */
export function toFrame(value: unknown): Uint8Array[] {
  const blobs: Uint8Array[] = []
  const text = JSON.stringify(withoutBytes(value, blobs))
  return [Buffer.from(`${text}\n`), ...blobs]
}

export function fromFrame(frame: Buffer): unknown {
  const end = frame.indexOf('\n')
  if (end < 0) throw new Error('A frame without its first line.')
  return withBytes(JSON.parse(frame.toString('utf8', 0, end)), { frame, at: end + 1 })
}

const LENGTH = '$bytes'

function withoutBytes(value: unknown, blobs: Uint8Array[]): unknown {
  if (value instanceof Uint8Array) {
    blobs.push(value)
    return { [LENGTH]: value.length }
  }
  return mapped(value, (inner) => withoutBytes(inner, blobs))
}

/** In the order in which they were removed from the message. */
function withBytes(value: unknown, rest: { frame: Buffer; at: number }): unknown {
  if (typeof value !== 'object' || value === null || !(LENGTH in value))
    return mapped(value, (inner) => withBytes(inner, rest))
  const from = rest.at
  rest.at += Number(value[LENGTH])
  if (!(rest.at >= from && rest.at <= rest.frame.length)) throw new Error('A frame that is shorter than it says.')
  return rest.frame.subarray(from, rest.at)
}

function mapped(value: unknown, each: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner)]))
}
