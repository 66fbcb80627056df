import { FailedView } from '../ui/views/failed-view.tsx'

/** What stands in place of a screen that could not be loaded or broke. */
export function ScreenCrash() {
  return (
    <FailedView
      title="这个页面没能打开"
      note="可能是网络中断，或者刚刚更新了版本"
      action={{ name: '重新加载', run: () => location.reload() }}
    />
  )
}
