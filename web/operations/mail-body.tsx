import { useState, type SyntheticEvent } from 'react'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'

const VERSIONS = [
  { value: 'look', label: 'Look' },
  { value: 'text', label: 'Text' },
] as const

type MailBodyProps = { text: string; htmlUrl: string | null }

/** Both versions of a mail, as its reader's program may show it. A mail without HTML is shown as text. */
export function MailBody({ text, htmlUrl }: MailBodyProps) {
  const [version, setVersion] = useState<'look' | 'text'>('look')
  const [address] = useState(htmlUrl) // a new address for the same mail would load it again
  const words = <pre className="font-sans whitespace-pre-wrap wrap-anywhere">{text}</pre>
  if (!address) return words
  return (
    <Tabs label="Versions of the mail" value={version} onChange={setVersion} tabs={VERSIONS}>
      <TabPanel value="look" className="pt-4">
        <iframe
          title="The mail as it looks"
          src={address}
          // without scripts; the same origin lets this page measure the mail
          sandbox="allow-same-origin"
          tabIndex={-1}
          onLoad={fitHeight}
          className="block min-h-40 w-full rounded-md border border-rail"
        />
      </TabPanel>
      <TabPanel value="text" className="pt-4">
        {words}
      </TabPanel>
    </Tabs>
  )
}

/** The dialog scrolls, not the frame in it: a second bar inside would be hard to use on a phone and by keyboard. */
function fitHeight({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const body = frame.contentDocument?.body
  if (!body) return
  new ResizeObserver(() => {
    frame.style.height = `${body.offsetHeight + 2}px`
  }).observe(body)
}
