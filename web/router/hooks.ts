import { createContext, useContext } from 'react'
import type { Router, View } from './view.ts'

export const RouterContext = createContext<Router | null>(null)
export const ViewContext = createContext<View | null>(null)
export const LoadingContext = createContext(false)

function present<T>(value: T | null): T {
  if (value === null) throw new Error('There is no router around this component')
  return value
}

export const useRouter = () => present(useContext(RouterContext))
export const useView = () => present(useContext(ViewContext))
/** True while the next page loads. */
export const useIsLoading = () => useContext(LoadingContext)
export const useNavigate = () => useRouter().navigate
export const useLocation = () => useView().place
export const useParams = () => useView().params
