import { api, type OutputOf, resourceAccess } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readOptions, useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { OutsideLink, QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import fields from '../ui/fields/field.module.css'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { formatCount } from '../ui/figures.ts'
import side from '../ui/side-screen.module.css'
import { toast } from '../ui/toasts/toast.state.ts'
import { narrowAddress, useAddressQuery } from '../ui/use-address-query.ts'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './resources.module.css'

type Database = OutputOf<typeof api.resources.list>['list'][number]
/** How a database can be used. */
type Access = (typeof resourceAccess)[number]

/** Number of databases on a page. */
const PAGE_SIZE = 50
/** The value of `?class_id=` that stands for the favorites instead of a class. */
const FAVORITES_CLASS = 'favourites'

/** Names of the kinds of access. */
const accessNames: Record<Access, string> = {
  open: '开放',
  subscription: '需机构订阅',
  registration: '需注册',
}

/** Renders literature databases by category: description, access and link. */
export function DatabasesView() {
  const { class_id, keyword, access, page, setFilters } = useDatabaseAddress()
  const [classesOpen, setClassesOpen] = useState(false)
  // In narrow windows the classes are in a panel, which a choice closes.
  const classes = (
    <Classes
      chosen={class_id}
      onChoose={(id) => {
        setFilters({ class_id: id })
        setClassesOpen(false)
      }}
    />
  )
  return (
    <div className={side.columns}>
      <nav className={side.side} aria-label="数据库分类">
        {classes}
      </nav>
      <div className={side.main}>
        <div className={styles.tools}>
          <span className={side.opener}>
            <QuietButton icon="filter" onPress={() => setClassesOpen(true)}>
              分类
            </QuietButton>
          </span>
          <KeywordField
            className={styles.search}
            label="查找数据库"
            placeholder="名称、内容或网址"
            value={keyword}
            onChange={(text) => setFilters({ keyword: text })}
          />
          <select
            className={fields.choice}
            aria-label="获取方式"
            value={access}
            onChange={({ target }) => setFilters({ access: target.value })}
          >
            <option value="">全部获取方式</option>
            {resourceAccess.map((value) => (
              <option key={value} value={value}>
                {accessNames[value]}
              </option>
            ))}
          </select>
        </div>
        <DatabaseList input={{ class_id, keyword, access }} page={page} setFilters={setFilters} />
      </div>
      {classesOpen && (
        <Panel title="数据库分类" width={320} side onClose={() => setClassesOpen(false)}>
          <nav aria-label="数据库分类">{classes}</nav>
        </Panel>
      )}
    </div>
  )
}

interface ClassesProps {
  chosen: string
  onChoose: (class_id: string) => void
}

/** Renders the classes with their numbers of databases; the first two stand for all databases and for the favorites. */
function Classes({ chosen, onChoose }: ClassesProps) {
  const classes = useRead(api.resources.classes, {})
  const { ids } = useFavorites()
  return (
    <ReadView of={classes} what="分类">
      {(list) => {
        const total = list.reduce((sum, { count }) => sum + count, 0)
        const rows = [
          { id: '', name: '全部', count: total },
          { id: FAVORITES_CLASS, name: '我的收藏', count: ids.length },
          ...list,
        ]
        return (
          <ul>
            {rows.map(({ id, name, count }) => (
              <li key={id} className={styles.class} data-chosen={chosen === id}>
                <button
                  type="button"
                  className={`${styles.pick} ${styles.flat}`}
                  aria-pressed={chosen === id}
                  onClick={() => onChoose(id)}
                >
                  {name}
                  <span className={styles.count}>{formatCount(count)}</span>
                </button>
              </li>
            ))}
          </ul>
        )
      }}
    </ReadView>
  )
}

interface DatabaseListProps {
  input: { class_id: string; keyword: string; access: Access | '' }
  page: number
  setFilters: (changes: Record<string, string>) => void
}

/** Renders one page of the databases that the filters leave, or of the favorites. */
function DatabaseList({ input: { class_id, keyword, access }, page, setFilters }: DatabaseListProps) {
  const favorites = useFavorites()
  const showsFavorites = class_id === FAVORITES_CLASS
  const databases = useRead(
    api.resources.list,
    {
      class_id: showsFavorites ? '' : class_id,
      keyword,
      access: access || undefined,
      ids: showsFavorites ? favorites.ids : [],
      page_num: page,
      page_size: PAGE_SIZE,
    },
    { keepPrevious: true, enabled: !showsFavorites || favorites.ids.length > 0 },
  )
  const clear = () => setFilters({ keyword: '', access: '' })
  // Before the favorites are known, nothing is shown rather than that there are none.
  if (showsFavorites && favorites.ids.length === 0)
    return favorites.isKnown ? (
      <p className={styles.none}>还没有收藏。按数据库右边的「收藏」，常用的就列在这里。</p>
    ) : null
  return (
    <ReadView
      of={databases}
      what="数据库"
      isEmpty={({ total }) => total === 0}
      empty={{ title: '没有找到符合条件的数据库', action: { name: '清除条件', run: clear } }}
    >
      {({ list, total }) => (
        <>
          <div className={styles.state}>
            <span className={styles.total}>{formatCount(total)} 个</span>
          </div>
          <ul>
            {list.map((database) => (
              <DatabaseRow
                key={database.id}
                database={database}
                isFavorite={favorites.ids.includes(database.id)}
                onToggleFavorite={() => favorites.toggle(database.id)}
              />
            ))}
          </ul>
          <Pages
            page={page}
            size={PAGE_SIZE}
            total={total}
            onPage={(next) => setFilters({ page: String(next) })}
          />
        </>
      )}
    </ReadView>
  )
}

interface DatabaseRowProps {
  database: Database
  isFavorite: boolean
  /** Called to add it to the favorites, or to remove it from them. */
  onToggleFavorite: () => void
}

/** Renders a database with its description, its link and the button of the favorites. */
function DatabaseRow({ database, isFavorite, onToggleFavorite }: DatabaseRowProps) {
  const { name, description, access, url } = database
  return (
    <li className={styles.database}>
      <div className={styles.about}>
        <h3 className={styles.name}>
          <a className={styles.out} href={url} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
          <span className={styles.rank} data-open={access === 'open'}>
            {accessNames[access]}
          </span>
        </h3>
        <p>{description}</p>
      </div>
      <div className={styles.actions}>
        <OutsideLink to={url}>{new URL(url).host.replace(/^www\./, '')}</OutsideLink>
        <QuietButton
          icon={isFavorite ? 'bookmarked' : 'bookmark'}
          label={`${isFavorite ? '已收藏' : '收藏'}：${name}`}
          pressed={isFavorite}
          onPress={onToggleFavorite}
        >
          {isFavorite ? '已收藏' : '收藏'}
        </QuietButton>
      </div>
    </li>
  )
}

/** The longest class id and keyword, in characters, and the greatest page that the call for databases accepts. */
const MAX_CLASS_CHARS = 40
const MAX_KEYWORD_CHARS = 100
const MAX_PAGE = 200

/**
 * Returns the filters of the databases in the address, within the limits of the call, and their setter; every change
 * starts at the first page.
 */
function useDatabaseAddress() {
  const [params, setParams] = useAddressQuery()
  const number = Number(params.get('page'))
  const setFilters = (changes: Record<string, string>) =>
    setParams((current) => narrowAddress(current, changes))
  return {
    class_id: (params.get('class_id') ?? '').slice(0, MAX_CLASS_CHARS),
    keyword: (params.get('keyword') ?? '').slice(0, MAX_KEYWORD_CHARS),
    access: resourceAccess.find((value) => value === params.get('access')) ?? ('' as const),
    page: Number.isInteger(number) && number > 0 && number <= MAX_PAGE ? number : 1,
    setFilters,
  }
}

/** The user's setting that stores the ids of the favorites. */
const FAVORITES_SETTING = { key: 'resources', type: 'favourites' }
/** Maximum number of favorites: as many ids as the call for databases accepts. */
const MAX_FAVORITES = 300

/** Reads the ids stored in the setting; anything else is ignored. */
const parseIds = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MAX_FAVORITES) : []

/**
 * Returns the ids of the user's favorite databases, which are stored in their settings, and `toggle`, which adds one or
 * removes it. `isKnown` is false until they have been read.
 */
function useFavorites() {
  const cache = useQueryClient()
  const stored = useRead(api.user.setting, FAVORITES_SETTING)
  const save = useWrite(api.user.saveSetting)
  const ids = parseIds(stored.data)

  /** Shows the ids `next` at once and stores them; `before` comes back when that fails. */
  const saveIds = async (next: string[], before: string[]) => {
    const { queryKey } = readOptions(api.user.setting, FAVORITES_SETTING)
    cache.setQueryData(queryKey, next)
    const answer = await save.mutateAsync({ ...FAVORITES_SETTING, value: next })
    if (answer.success) return
    cache.setQueryData(queryKey, before)
    toast(`没有保存：${answer.message}`, { tone: 'bad' })
  }
  /** Adds a database to the favorites, or removes it. */
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
    void saveIds(next, ids)
  }
  return { ids, toggle, isKnown: stored.data !== undefined }
}
