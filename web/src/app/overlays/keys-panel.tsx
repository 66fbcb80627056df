import { Panel } from '../../ui/dialogs/panel.tsx'
import { routes } from '../entry/routes.ts'
import styles from './keys-panel.module.css'

/** Renders the keyboard shortcuts of a screen and those that work everywhere. */
export function KeysPanel({ path, onClose }: { path: string; onClose: () => void }) {
  const isFramed = routes.some((route) => route.path === path && route.frame === 'layout')
  return (
    <Panel title="快捷键" width={560} fit onClose={onClose}>
      {groupsFor(path, isFramed).map(({ name, keys }) => (
        <section key={name} className={styles.group}>
          <h3>{name}</h3>
          <dl>
            {keys.map(({ press, does }) => (
              <div key={does}>
                <dt>
                  {press.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Panel>
  )
}

/** One shortcut, or several that belong together. */
interface KeyBinding {
  /** The keys as printed on a keyboard; read together or as alternatives. */
  press: readonly string[]
  /** What they do. */
  does: string
}

/** Keys that are listed under one heading. */
interface KeyGroup {
  /** The heading above its keys. */
  name: string
  keys: readonly KeyBinding[]
  /** Matches the paths of the screens that the group applies to; when absent, it applies to all. */
  on?: RegExp
}

/** All groups but `frameKeys`, in the order shown. */
const groups: readonly KeyGroup[] = [
  {
    name: '文献列表',
    on: /^\/(?:subscribe\/searchResult|knowledgeBase)$/,
    keys: [
      { press: ['j', 'k'], does: '下一篇、上一篇' },
      { press: ['o'], does: '打开文献' },
      { press: ['c'], does: '引用' },
      { press: ['s'], does: '收藏' },
    ],
  },
  {
    name: '清单',
    on: /^\/knowledgeBase$/,
    keys: [
      { press: ['x'], does: '选中这一篇' },
      { press: ['t'], does: '加标签' },
      { press: ['↑', '↓'], does: '在文件夹之间移动' },
      { press: ['←', '→'], does: '收起、展开文件夹' },
      { press: ['F2'], does: '重命名文件夹' },
      { press: ['m'], does: '移动文件夹' },
      { press: ['Delete'], does: '删除文件夹' },
    ],
  },
  {
    name: '阅读',
    on: /^\/readDetailMore$/,
    keys: [
      { press: ['Ctrl', 'F'], does: '在文中查找' },
      { press: ['+', '−', '0'], does: '放大、缩小、恢复' },
      { press: ['j', 'k'], does: '文本视图里下一段、上一段' },
      { press: ['h'], does: '标亮所选，1 到 5 选颜色' },
      { press: ['n'], does: '给所选写笔记' },
      { press: ['t'], does: '翻译所选' },
      { press: ['e'], does: '解释所选' },
      { press: ['c'], does: '复制所选和出处' },
    ],
  },
  {
    name: '引文',
    on: /^\/aiCitation\/citationResult$/,
    keys: [
      { press: ['j', 'k'], does: '下一句、上一句' },
      { press: ['a'], does: '采纳第一篇' },
      { press: ['n'], does: '这句不需要出处' },
    ],
  },
  {
    name: '稿件核对',
    on: /^\/aiCitation$/,
    keys: [{ press: ['j', 'k'], does: '下一处、上一处' }],
  },
  {
    name: '检索框',
    on: /^\/home$/,
    keys: [
      { press: ['↑', '↓'], does: '选择补全' },
      { press: ['Tab'], does: '填入补全' },
      { press: ['Enter'], does: '检索' },
    ],
  },
  {
    name: '对话',
    on: /^\/(?:agent|scientific.*)$/,
    keys: [
      { press: ['Enter'], does: '发送' },
      { press: ['Shift', 'Enter'], does: '换行' },
    ],
  },
  {
    name: '任何页面',
    keys: [
      { press: ['Esc'], does: '关闭面板或菜单' },
      { press: ['?'], does: '显示快捷键' },
    ],
  },
]

/** The shortcuts of screens with the menu and the top bar. */
const frameKeys: KeyGroup = {
  name: '查找',
  keys: [
    { press: ['/'], does: '快速检索' },
    { press: ['Ctrl', 'K'], does: '命令面板' },
  ],
}

/** Returns the shortcuts that work on a screen, its own first. */
function groupsFor(path: string, isFramed: boolean): KeyGroup[] {
  const ofScreen = groups.filter(({ on }) => on?.test(path))
  const ofAllScreens = groups.filter(({ on }) => on === undefined)
  return [...ofScreen, ...(isFramed ? [frameKeys] : []), ...ofAllScreens]
}
