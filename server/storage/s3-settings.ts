import { Trouble } from '#server/trouble.ts'

export type S3Settings = {
  bucket: string
  region: string
  endpoint?: string
  /** Absent: they are found in the environment, or lent by the role of the container or machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

const KNOWN = ['endpoint', 'region']

/**
 * `s3://KEY:SECRET@bucket?endpoint=…&region=…`, key and secret percent-encoded. Without `endpoint` it is Amazon's, and
 * `region` must be given; with one, the region defaults to us-east-1. Without `KEY:SECRET@` the environment or a role gives them.
 */
export function parseStorageUrl(text: string): S3Settings {
  const url = parse(text)
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.includes(name))
  if (unknown) throw bad(`it doesn't know ${JSON.stringify(unknown)}`)
  const endpoint = endpointOf(url)
  const region = url.searchParams.get('region') ?? (endpoint && 'us-east-1')
  if (!region) throw bad('without an endpoint it needs a region')
  const credentials = credentialsOf(url)
  return { bucket: bucketOf(url), region, ...(endpoint && { endpoint }), ...(credentials && { credentials }) }
}

function parse(text: string) {
  if (!text.startsWith('s3://')) throw bad('it must start with s3://')
  if (!URL.canParse(text)) throw bad('it is no URL; percent-encode /, +, : and @ in key and secret')
  return new URL(text)
}

function bucketOf({ host, pathname }: URL) {
  if (pathname !== '' && pathname !== '/') throw bad('nothing may follow the bucket but ?')
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(host)) throw bad('the bucket has no valid name')
  return host
}

function endpointOf({ searchParams }: URL) {
  const endpoint = searchParams.get('endpoint')
  if (endpoint === null) return undefined
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw bad('the endpoint must be an http:// or https:// URL')
  }
  return endpoint
}

function credentialsOf({ username, password }: URL) {
  if (!username && !password) return undefined
  if (!username || !password) throw bad('it needs both key and secret, or neither')
  try {
    return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  } catch {
    throw bad('a % in key or secret must be written %25')
  }
}

/** Never quotes the URL: it holds a secret. */
const bad = (fault: string) =>
  new Trouble(`STORAGE_URL: ${fault}. Its form is s3://KEY:SECRET@bucket?endpoint=https://host&region=name`)
