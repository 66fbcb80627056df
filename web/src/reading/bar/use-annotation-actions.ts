import { api } from '@scinav/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { doLater } from '../../ui/toasts/do-later.ts'
import { toast, undoBy } from '../../ui/toasts/toast.state.ts'
import { openAnnotation, type TextSelection, useReading } from '../state/reading.state.ts'
import type { Annotation, ReadingTarget } from '../state/target.ts'
import { usePendingDeletions } from '../state/use-annotations.ts'

/** The color of a highlight, by the value that the server stores. */
export type AnnotationColor = Annotation['colour']

/** Colors of highlights; the first is the default. */
export const highlightColors: readonly { colour: AnnotationColor; name: string }[] = [
  { colour: 'yellow', name: '黄' },
  { colour: 'green', name: '绿' },
  { colour: 'blue', name: '蓝' },
  { colour: 'red', name: '红' },
  { colour: 'purple', name: '紫' },
]

const writeSettings = { refreshes: [api.annotations.list] }

/**
 * Returns the functions that highlight a selection and delete an annotation. Both offer 撤销 in a toast, and report a
 * failure in one. With `writesNote`, the new annotation is opened for a comment instead.
 */
export function useAnnotationActions(target: ReadingTarget) {
  const cache = useQueryClient()
  const creating = useWrite(api.annotations.create, writeSettings)
  const removing = useWrite(api.annotations.remove, writeSettings)

  const remove = async (annotation: Annotation) => {
    if (!annotation.is_mine) return removeLater(cache, annotation.id)
    const answer = await removing.mutateAsync({ ids: [annotation.id] })
    if (!answer.success) return toast(`没有删除：${answer.message}`, { tone: 'bad' })
    if (useReading.getState().annotation === annotation.id) openAnnotation(undefined)
    const undo = () =>
      void creating.mutateAsync(recreateInput(target, annotation)).then((restored) => {
        if (!restored.success) toast(`没有恢复：${restored.message}`, { tone: 'bad' })
      })
    toast('已删除 1 条笔记', { undo })
  }
  const highlight = async (
    selected: TextSelection,
    colour: AnnotationColor,
    { writesNote = false }: { writesNote?: boolean } = {},
  ) => {
    const { quote, prefix, suffix, page, boxes, start, end } = selected
    const location = { quote, prefix, suffix, page, boxes: [...boxes], start, end }
    const answer = await creating.mutateAsync({ ...target, ...location, colour })
    if (!answer.success) return toast(`没有标上：${answer.message}`, { tone: 'bad' })
    document.getSelection()?.removeAllRanges()
    useReading.setState({ selected: undefined })
    openAnnotation(answer.data.id, writesNote)
    if (!writesNote) toast('已标亮', { undo: undoBy(() => removing.mutateAsync({ ids: [answer.data.id] })) })
  }
  return { highlight, remove }
}

/**
 * Deletes another user's annotation only when the undo period is over, because re-creating it would make it one's own.
 */
function removeLater(cache: QueryClient, id: string): void {
  usePendingDeletions.setState(({ ids }) => ({ ids: [...ids, id] }))
  const remove = async (isLeaving: boolean) => {
    const answer = await call(api.annotations.remove, { ids: [id] }, { keepalive: isLeaving })
    if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
    await cache.invalidateQueries({ queryKey: [api.annotations.list.path] })
  }
  const show = () => usePendingDeletions.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }))
  doLater('已删除 1 条笔记', remove, show)
}

/** Returns the input that re-creates a deleted annotation. */
function recreateInput(target: ReadingTarget, annotation: Annotation) {
  const { page, boxes, quote, prefix, suffix, start, end, colour, comment, tags, visibility } = annotation
  return { ...target, page, boxes, quote, prefix, suffix, start, end, colour, comment, tags, visibility }
}
