import { inCorners } from '@scinav/contract/quoted'
import { activeFilters, relaxation, type SearchResult } from '../../search/filter-names.ts'
import { useSearch, useSearchScope } from '../../search/use-search.ts'
import { formatCount } from '../../ui/figures.ts'
import { EmptyView } from '../../ui/views/state-view.tsx'

/** Renders an empty result with the single change that would help most. */
export function NoHits({ result }: { result: SearchResult }) {
  const { search, change, filter } = useSearch()
  const { setEverywhere } = useSearchScope()
  const { did_you_mean } = result
  const [hint] = result.relax.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count)
  const title = '没有找到符合条件的文献'
  if (hint) {
    const { name, off } = relaxation(hint.filter)
    return (
      <EmptyView
        title={title}
        note={`去掉${name}可多得 ${formatCount(hint.count)} 篇`}
        action={{ name: `去掉${name}`, run: () => filter(off) }}
      />
    )
  }
  if (did_you_mean)
    return (
      <EmptyView
        title={title}
        note={`您要找的是不是${inCorners(did_you_mean)}`}
        action={{ name: `检索${inCorners(did_you_mean)}`, run: () => change({ q: did_you_mean }) }}
      />
    )
  if (activeFilters(search.filters).length > 0)
    return (
      <EmptyView
        title={title}
        note="去掉筛选，看看全部结果"
        action={{ name: '清除全部筛选', run: () => change({ filters: {} }) }}
      />
    )
  if (search.exact)
    return (
      <EmptyView
        title={title}
        note="精确匹配只找与输入完全一致的词"
        action={{ name: '改用模糊匹配', run: () => change({ exact: false }) }}
      />
    )
  return (
    <EmptyView
      title={title}
      note="检查有没有错字，换一个更常用的词或它的英文，也可以到站外检索"
      action={{ name: '全网检索', run: () => setEverywhere(true) }}
    />
  )
}
