/** Names a line of an order in the ledger. */
export const lineSubject = ({ id }: { id: number }) => `order-line:${id}`
