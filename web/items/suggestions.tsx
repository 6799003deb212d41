import { useNavigate } from '#web/router/hooks.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { groupsOf } from './suggestion-options.tsx'

type Props = { input: HTMLInputElement; className: string }

/** Suggestions that lead to pages. `className` places the list. The code loads with the first focus. */
export default function Suggestions(props: Props) {
  const navigate = useNavigate()
  return <SuggestionList {...props} groupsOf={groupsOf} onChoose={(to) => void navigate(to)} />
}
