# The image, from the unpacked archive of `npm run package -- --standalone`: docker build -f deploy/standalone.Dockerfile -t tzref FOLDER
# Nothing is downloaded but Debian, and nothing is compiled. Written where no daemon could be reached; the archive itself is tested in a bare Debian.

FROM debian:bookworm-slim
WORKDIR /opt/tzref
COPY . /opt/tzref
RUN install -d -o 10001 -g 10001 -m 0700 /var/lib/tzref
USER 10001:10001
VOLUME /var/lib/tzref
# Without a bound, glibc keeps a heap for each thread, and keeps large blocks that were freed.
ENV TZREF_HOST=0.0.0.0 TZREF_ACCOUNTS=/var/lib/tzref/accounts.sqlite MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072
EXPOSE 8080
# The port for operators is on loopback too where TZREF_OPS_HOST is 0.0.0.0.
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s \
  CMD ["/opt/tzref/bin/node", "-e", "fetch('http://127.0.0.1:9080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It gives the requests at hand ten seconds to end.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/tzref/tzref"]
CMD ["serve"]
