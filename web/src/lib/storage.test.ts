import { describe, expect, it, vi } from 'vitest'

import { clearStorage, readStorage, subscribeStorage, updateStorage } from './storage'

describe('storage', () => {
  it('heals field by field', () => {
    localStorage.setItem(
      'dashboard',
      JSON.stringify({ key: 'abc', per: 33, darkMode: 'purple', sort: { shop_orders: '-date' } }),
    )
    expect(readStorage()).toEqual({
      key: 'abc',
      server: null,
      per: 50,
      darkMode: 'system',
      sort: { shop_orders: '-date' },
      hiddenColumns: {},
      singleKeys: true,
    })
  })

  it.each(['{', 'null', '[]', '"text"', '7'])('survives %s', (text) => {
    localStorage.setItem('dashboard', text)
    expect(readStorage().per).toBe(50)
  })

  it('keeps everything in one key and keeps identity until a change', () => {
    updateStorage({ per: 100 })
    updateStorage({ key: 'k' })
    expect(localStorage.length).toBe(1)
    expect(readStorage()).toBe(readStorage())
    expect(readStorage()).toMatchObject({ per: 100, key: 'k' })
  })

  it('tells listeners about changes here and in other tabs', () => {
    const listener = vi.fn()
    const stop = subscribeStorage(listener)
    updateStorage({ per: 10 })
    window.dispatchEvent(new StorageEvent('storage', { key: 'dashboard' }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }))
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    updateStorage({ per: 25 })
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('works on, unremembered, when the browser refuses storage', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    updateStorage({ key: 'only here' })
    expect(readStorage().key).toBe('only here')
    refuse.mockRestore()
    clearStorage()
    expect(readStorage().key).toBeNull()
  })

  it('clears everything', () => {
    updateStorage({ key: 'k', darkMode: 'dark' })
    clearStorage()
    expect(localStorage.length).toBe(0)
    expect(readStorage()).toMatchObject({ key: null, darkMode: 'system' })
  })
})
