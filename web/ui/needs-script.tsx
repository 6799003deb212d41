/** Said in a form before its scripts run, to people whose browser runs none. */
export const NeedsScript = () => (
  <noscript>
    <p className="text-soft">This form needs JavaScript. Please switch it on, and load the page again.</p>
  </noscript>
)
