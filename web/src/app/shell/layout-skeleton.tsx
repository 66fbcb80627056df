/** Renders the skeleton that index.html paints first, shown while the guards are waiting. */
export function LayoutSkeleton() {
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">正在载入</span>
      <div className="skeleton-sider" aria-hidden="true">
        <div className="skeleton-brand">
          <i />
          <span>科学导航</span>
        </div>
        <b />
        <b />
        <b />
        <b />
        <b />
      </div>
      <div className="skeleton-top" aria-hidden="true">
        <b />
      </div>
      <div className="skeleton-main" aria-hidden="true">
        <b />
        <b />
        <b />
      </div>
    </div>
  )
}
