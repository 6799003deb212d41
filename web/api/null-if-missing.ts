/** Returns null for an answer of 404, so that the page can say that the item is missing. */
export async function nullIfMissing<T>(answer: Promise<T>) {
  try {
    return await answer
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null
    throw error
  }
}
