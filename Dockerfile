# syntax=docker/dockerfile:1
# The whole product in one small image: build the web app, build the binary with it inside, keep only the binary.
#   docker build -t waybill .
#   docker run -p 4000:4000 -v waybill-data:/data waybill

FROM node:24-trixie-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY web ./
RUN npm run build

FROM rust:1.95-slim-trixie AS server
RUN apt-get update \
    && apt-get install -y --no-install-recommends build-essential pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
COPY --from=web /src/web/dist web/dist
# The profile of published releases: slower to build than what ./run makes, smaller and faster.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --locked --profile published --package waybill \
    && cp target/published/waybill /usr/local/bin/waybill

FROM debian:trixie-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin waybill \
    && install --directory --owner waybill --group waybill --mode 0700 /data
COPY --from=server /usr/local/bin/waybill /usr/local/bin/waybill
COPY LICENSE /usr/share/doc/waybill/LICENSE
ENV WAYBILL_DATA=/data WAYBILL_HTTP_LISTEN=0.0.0.0:4000
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
# No curl in the image: bash opens the connection itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
    ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/4000 && printf 'GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200'"]
ENTRYPOINT ["waybill"]
CMD ["serve"]
