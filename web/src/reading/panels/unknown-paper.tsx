import { EmptyView } from '../../ui/views/state-view.tsx'

/** Without a record of the library there is nothing to compare with. */
export const UnknownPaper = () => (
  <EmptyView title="还不知道这是馆里的哪篇文献" note="在知识库里为它选定文献后，这里会列出相关和施引文献" />
)
