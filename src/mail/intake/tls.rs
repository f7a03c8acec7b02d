//! TLS: the system's certificates, or a private authority.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};

/// What to trust: the certificates of a file, or the system's.
pub fn client_config(ca: Option<&Path>) -> Result<Arc<ClientConfig>, String> {
    let mut roots = RootCertStore::empty();
    if let Some(path) = ca {
        let bad = |error: String| format!("{}: {error}", path.display());
        let found = CertificateDer::pem_file_iter(path).map_err(|error| bad(error.to_string()))?;
        for certificate in found {
            let certificate = certificate.map_err(|error| bad(error.to_string()))?;
            roots
                .add(certificate)
                .map_err(|error| bad(error.to_string()))?;
        }
        if roots.is_empty() {
            return Err(bad("no certificate in it".to_owned()));
        }
    } else {
        for certificate in rustls_native_certs::load_native_certs().certs {
            // One that cannot be used is none.
            let _ = roots.add(certificate);
        }
        if roots.is_empty() {
            return Err(
                "the system has no certificates; install ca-certificates or give `ca`".to_owned(),
            );
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(Arc::new(
        config.with_root_certificates(roots).with_no_client_auth(),
    ))
}
