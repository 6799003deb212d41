import { formOf, type Request } from '#contract/caller.ts'
import { authorized } from './call.ts'

/** A call with files that reports the part sent so far, from 0 to 1: `fetch` can't tell. */
export const callWithProgress = (onProgress: (sent: number) => void) =>
  authorized((request, token) => sendForm(request, token, onProgress))

const sendForm = (request: Request, token: string | null, onProgress: (sent: number) => void) =>
  new Promise<Response>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, request.path)
    if (token) sending.setRequestHeader('authorization', `Bearer ${token}`)
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    sending.onerror = () => reject(new TypeError('The connection broke.'))
    sending.onload = () => {
      const headers = { 'content-type': sending.getResponseHeader('content-type') ?? '' }
      resolve(new Response(sending.responseText, { status: sending.status, headers }))
    }
    sending.send(formOf(request))
  })
