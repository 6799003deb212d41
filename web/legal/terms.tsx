export { loadHouse as loader } from '#web/house/load-house.ts'
import { LegalPage } from './legal-page.tsx'
import { buyingTerms } from './terms-buying.tsx'
import { generalTerms } from './terms-general.tsx'
import { houseTerms } from './terms-house.tsx'
import { sellingTerms } from './terms-selling.tsx'

/**
 * A starting point in plain words, true to what the software does. Before opening the shop its operator has it reviewed,
 * and adds a name, an address and the law that applies.
 */
export function Component() {
  return (
    <LegalPage
      title="Terms"
      changed="2026-11-23"
      short={
        <p>
          These are the rules of buying and selling here. By making an account you agree to them. You can look around
          and listen without one.
        </p>
      }
      sections={[...houseTerms, ...buyingTerms, ...sellingTerms, ...generalTerms]}
    />
  )
}
