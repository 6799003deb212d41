type Index = 'account_handle_key' | 'account_email_key'

/** Turns the error of a unique index, which has ended the transaction, into an answer for the caller. */
export async function orIfTaken<T>(transaction: Promise<T>, index: Index, refusal: () => Error): Promise<T> {
  try {
    return await transaction
  } catch (error) {
    throw (error as { constraint?: string }).constraint === index ? refusal() : error
  }
}
