/** Under this width the sidebar is a drawer, closed unless it was asked for. */
export const NARROW_WINDOW_PX = 900
