/** One page of a list, as answers give it. */
export const pageOf = <T>(items: T[], { page, limit, total }: { page: number; limit: number; total: number }) => ({
  items,
  page,
  limit,
  totalItems: total,
  totalPages: Math.ceil(total / limit),
})
