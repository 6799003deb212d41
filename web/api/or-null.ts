/** Nothing is an answer too: the page says so. */
export async function orNull<T>(answer: Promise<T>) {
  try {
    return await answer
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null
    throw error
  }
}
