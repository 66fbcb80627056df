import { useEffect } from 'react'
import { useHomeState } from '../../api/specified.state.ts'
import { usePageName } from '../../ui/page-name.state.ts'

const DEFAULT_SITE_NAME = '科学导航'

/** Returns the installation's name: from the logo call, otherwise the product's own. */
export function useSiteName(): string {
  return useHomeState(({ logoInfo }) => logoInfo.title) || DEFAULT_SITE_NAME
}

/** Shows the installation's name and icon in the browser tab, with the name of the open item before it. */
export function usePageTitle(): void {
  const site = useSiteName()
  const itemName = usePageName((state) => state.name)
  const title = itemName ? `${itemName} · ${site}` : site
  const icon = useHomeState(({ logoInfo }) => logoInfo.favicon_url)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (icon) document.querySelector('link[rel=icon]')?.setAttribute('href', icon)
  }, [icon])
}
