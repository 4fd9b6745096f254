// The page at /_post_message_ (the server serves post-message.html there). It renders no app: an
// embedding page loads it in a frame and asks whether this browser has a Waybill session.
//
//   frame.contentWindow.postMessage('waybill_session', 'https://dashboard.example')
//   -> a message back: { waybill_session: true | false }
//
// Only the origins in `embedding_origins` of /config.json are answered, at their own origin; the
// server names the same origins in frame-ancestors. Nothing but yes or no ever leaves: no key, no
// name. Browsers that partition storage by the embedding site see no session in a foreign frame,
// so 'false' may also mean 'not known here'.
;(function () {
  var waiting = []
  var allowed = null

  function hasSession() {
    try {
      var stored = JSON.parse(localStorage.getItem('dashboard') || '{}')
      return typeof stored.key === 'string' && stored.key !== ''
    } catch {
      return false
    }
  }

  function answer(event) {
    if (!event.source || allowed.indexOf(event.origin) < 0) return
    event.source.postMessage({ waybill_session: hasSession() }, event.origin)
  }

  window.addEventListener('message', function (event) {
    if (event.source === window) return
    if (allowed) answer(event)
    else waiting.push(event)
  })

  fetch('/config.json')
    .then(function (response) {
      return response.json()
    })
    .then(function (config) {
      allowed = config.embedding_origins
      waiting.forEach(answer)
    })
    .catch(function () {
      allowed = []
    })
})()
