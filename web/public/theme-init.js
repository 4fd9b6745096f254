// Runs before the first paint, so that a stored theme never flashes. It reads the same
// 'dashboard' object as src/lib/storage.ts and sets the attribute Mantine's styles look at.
// It must never throw and never write.
;(function () {
  var mode = 'system'
  try {
    mode = JSON.parse(localStorage.getItem('dashboard') || '{}').darkMode
  } catch {
    // Blocked or damaged storage: the system's choice holds.
  }
  if (mode !== 'light' && mode !== 'dark') {
    mode = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', mode)
})()
