/** The first and last signs of a hash in groups of four. The whole hash can be read by pointing at it. */
export const Hash = ({ of }: { of: string }) => (
  <span className="num" title={of}>
    {groups(of.slice(0, 16))} … {groups(of.slice(-8))}
  </span>
)

const groups = (hex: string) => hex.match(/.{4}/g)?.join(' ')
