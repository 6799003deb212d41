import type { Promotion } from '#contract/promotions.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { toast } from '#web/ui/toast.ts'
import { toPromote } from './items-in-address.ts'

/** A promotion is renewed by a new purchase: the page of promotions opens with its item chosen, and a hint. */
export function useRenewal() {
  const navigate = useNavigate()
  return ({ kind, itemId }: Pick<Promotion, 'kind' | 'itemId'>) => {
    toast('To renew this promotion, please go to the promotions page.')
    void navigate(toPromote([{ kind, id: itemId }]))
  }
}
